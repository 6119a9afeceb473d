// What the page says beside the stock: notes, problems, and whether it hears what happens.
import { souk } from "./shop.js";

const noteLine = document.querySelector("#note");
const problemLine = document.querySelector("#problem");
const stateLine = document.querySelector("#state");

const states = { live: "Live", lost: "Connecting again…", removed: "Removed" };

/** A short note: over the admin where the page stands in it, else on the page itself. */
export function note(text, style) {
  if (souk) souk.toast(text, { style }).catch(() => undefined);
  else noteLine.textContent = text;
}

/** A problem stays until something succeeds; an empty text takes it away. */
export function problem(text) {
  problemLine.textContent = text;
  problemLine.hidden = text === "";
}

/** Whether what happens in the shop is heard. */
export function state(name) {
  stateLine.dataset.state = name;
  stateLine.textContent = states[name];
}

/** The shop has removed the app: nothing more can be shown or changed. */
export function removed() {
  state("removed");
  document.querySelector(".columns").hidden = true;
  problem("The app was removed from this shop.");
}
