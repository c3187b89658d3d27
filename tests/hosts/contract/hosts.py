"""The hosts that the contract is tried on."""

from tests.hosts.contract.driver import Driver
from tests.hosts.contract.drivers.demo import DemoDriver
from tests.hosts.contract.drivers.foundry import Foundry13, Foundry14
from tests.hosts.contract.drivers.owlbear import OwlbearNet, OwlbearTool
from tests.hosts.contract.drivers.planarally import PlanarAllyDriver

HOSTS: dict[str, type[Driver]] = {
    "demo": DemoDriver,
    "foundry-v14": Foundry14,
    "foundry-v13": Foundry13,
    "planarally": PlanarAllyDriver,
    "owlbear": OwlbearTool,
    "owlbear-net": OwlbearNet,
}
