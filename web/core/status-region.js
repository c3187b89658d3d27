/** A place on a host's page that is not seen: what is written there is read out, politely. */

const UNSEEN = {
  position: "absolute",
  width: "1px",
  height: "1px",
  overflow: "hidden",
  clipPath: "inset(50%)",
  whiteSpace: "nowrap",
};

/** Gives what writes there; what is said already is not said again. */
export const createStatusRegion = () => {
  const place = document.createElement("div");
  place.className = "footwork-said";
  place.setAttribute("role", "status");
  Object.assign(place.style, UNSEEN);
  document.body.append(place);
  /** @type {(text: string) => void} */
  return (text) => {
    if (place.textContent !== text) place.textContent = text;
  };
};
