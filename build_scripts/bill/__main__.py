"""Write and check a CycloneDX bill of materials: from JSON on standard input, to standard output."""

import json
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

ALGORITHMS = {"sha256": HashAlgorithm.SHA_256, "sha512": HashAlgorithm.SHA_512}

Told = Mapping[str, Any]


def bill_of(told: Told) -> Bom:
    """The bill: the product with its files, and all components with the files that they are in."""
    bill = Bom()
    # Both are of the content, so that the same content gives the same bytes.
    bill.serial_number = uuid5(NAMESPACE_URL, json.dumps(told, sort_keys=True))
    bill.metadata.timestamp = datetime.fromtimestamp(told["time"], UTC)
    product = _component(told["product"], kind=ComponentType.APPLICATION)
    bill.metadata.component = product
    bill.components = [_file(one) for one in told["files"]]
    made = {one["purl"]: _component(one) for one in told["components"]}
    bill.components.update(made.values())
    bill.register_dependency(product, _parts_of("", told["components"], made))
    for one in told["components"]:
        if not one["within"]:
            bill.register_dependency(made[one["purl"]], _parts_of(one["name"], told["components"], made))
    return bill


def _parts_of(name: str, told: Iterable[Told], made: Mapping[str, Component]) -> list[Component]:
    return [made[one["purl"]] for one in told if one["within"] == name]


def _component(told: Told, kind: ComponentType = ComponentType.LIBRARY) -> Component:
    return Component(
        type=kind,
        name=told["name"],
        version=told["version"],
        licenses=[LicenseExpression(told["licence"])],
        purl=PackageURL.from_string(told["purl"]),
        bom_ref=told["purl"],
        copyright=told["notice"] or None,
        hashes=[HashType(alg=ALGORITHMS[name], content=content) for name, content in told["hashes"]],
        properties=[Property(name="footwork:file", value=file) for file in told["in"]],
    )


def _file(told: Told) -> Component:
    return Component(
        type=ComponentType.FILE,
        name=told["name"],
        bom_ref=f"file:{told['name']}",
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=told["sha256"])],
    )


def main() -> None:
    """Write the bill; end with status 1 when it does not hold to CycloneDX's schema."""
    text = JsonV1Dot6(bill_of(json.load(sys.stdin))).output_as_string(indent=1)
    problem = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if problem is not None:
        sys.exit(f"footwork: the bill of materials is not valid: {problem}")
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    main()
