// Shows messages on the page: notes, errors, and whether live updates are connected.
import { souk } from "./store.js";

const noteLine = document.querySelector("#note");
const problemLine = document.querySelector("#problem");
const stateLine = document.querySelector("#state");
const reconciledLine = document.querySelector("#reconciled");

const stateLabels = { live: "Live", lost: "Reconnecting…", removed: "Removed" };

/** Show a short note. Inside the admin it is a toast, and otherwise a line on the page. */
export function showNote(text, style) {
  if (souk) souk.toast(text, { style }).catch(() => undefined);
  else noteLine.textContent = text;
}

/** Show an error above the stock. An empty text hides it. */
export function showProblem(text) {
  problemLine.textContent = text;
  problemLine.hidden = text === "";
}

/** Show the state of live updates. @param name "live", "lost" or "removed" */
export function showState(name) {
  stateLine.dataset.state = name;
  stateLine.textContent = stateLabels[name];
}

/** Show the time of the newest change that reconciliation has checked. @param to null if the store has no product */
export function showReconciled(to) {
  reconciledLine.hidden = to === null;
  if (to !== null) reconciledLine.textContent = `Reconciled up to ${new Date(to).toLocaleString()}`;
}

/** Show that the store has uninstalled the app, and hide the stock. */
export function showRemoved() {
  showState("removed");
  document.querySelector(".columns").hidden = true;
  showProblem("The app was uninstalled from this store.");
}
