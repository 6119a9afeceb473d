// The table of stock, with a row for each variant and a column for each location.
const stockElement = document.querySelector("#stock");

/** The shown cells, by variant and location. */
const cells = new Map();

/** Levels from webhooks. A page of stock that was requested before a webhook and arrives after it is corrected from them. */
const latestLevels = new Map();

const getCellKey = ({ variant_id, location_id }) => `${variant_id} ${location_id}`;

/** Return the product, variant and location of a level, or their ids if the level is not on this page. */
export function getLevelName(level) {
  return cells.get(getCellKey(level))?.name ?? `Variant ${level.variant_id} at location ${level.location_id}`;
}

/** Show the quantity of a level in its cell, unless the cell shows a newer quantity. */
export function showLevel(level) {
  latestLevels.set(getCellKey(level), level);
  const cell = cells.get(getCellKey(level));
  if (cell === undefined || Date.parse(level.updated_at) < Date.parse(cell.updated_at)) return;
  const hasChanged = cell.quantity !== level.quantity;
  // The field is not overwritten while the user types in it.
  const isTyping = isBeingEdited(cell);
  cell.quantity = level.quantity;
  cell.updated_at = level.updated_at;
  if (!isTyping) cell.input.value = level.quantity;
  if (!hasChanged) return;
  cell.element.classList.remove("fresh");
  // Reading the size of the element makes the browser restart the animation.
  void cell.element.offsetWidth;
  cell.element.classList.add("fresh");
}

/** Run an action immediately, or after the user leaves the field if a quantity is being edited. */
export function runAfterTyping(action) {
  const cell = cells.get(document.activeElement?.closest("td")?.dataset.key);
  if (cell === undefined || !isBeingEdited(cell)) action();
  else cell.input.addEventListener("blur", () => action(), { once: true });
}

function isBeingEdited({ input, quantity }) {
  return document.activeElement === input && input.value !== String(quantity ?? "");
}

/** Show a page of stock. @param changeStock sends a change, and resolves to whether it was made */
export function showStock({ locations, products }, changeStock) {
  const focusedKey = document.activeElement?.closest("td")?.dataset.key;
  cells.clear();
  stockElement.removeAttribute("aria-busy");
  if (products.length === 0)
    return stockElement.replaceChildren(createElement("p", "quiet", "No products found."));
  const table = createElement("table");
  const headRow = table.createTHead().insertRow();
  for (const text of ["Variant", ...locations.map(({ name }) => name)])
    headRow.append(Object.assign(createElement("th", "", text), { scope: "col" }));
  for (const product of products) table.append(createProductRows(product, locations, changeStock));
  stockElement.replaceChildren(table);
  for (const key of cells.keys()) if (latestLevels.has(key)) showLevel(latestLevels.get(key));
  if (focusedKey) cells.get(focusedKey)?.input.focus();
}

function createProductRows(product, locations, changeStock) {
  const body = document.createElement("tbody");
  const title = Object.assign(createElement("th", "title", product.title), {
    scope: "rowgroup",
    colSpan: locations.length + 1,
  });
  body.insertRow().append(title);
  for (const variant of product.variants) {
    const row = body.insertRow();
    const head = Object.assign(createElement("th"), { scope: "row" });
    head.append(
      createElement("span", "", variant.name ?? "Default"),
      createElement("span", "sku", variant.sku),
    );
    row.append(head);
    for (const location of locations) {
      const levelName = `${product.title}${variant.name === null ? "" : `, ${variant.name}`} at ${location.name}`;
      row.append(createCell({ variant, location, name: levelName }, changeStock));
    }
  }
  return body;
}

function createCell({ variant, location, name }, changeStock) {
  const ids = { variant_id: variant.id, location_id: location.id };
  const level = variant.levels[location.id];
  const element = createElement("td");
  element.dataset.key = getCellKey(ids);
  element.dataset.label = location.name;
  const input = Object.assign(document.createElement("input"), {
    type: "number",
    min: "0",
    step: "1",
    value: level?.quantity ?? "",
    placeholder: "–",
  });
  input.setAttribute("aria-label", `Stock of ${name}`);
  const cell = { element, input, name, quantity: level?.quantity, updated_at: level?.updated_at ?? 0 };
  cells.set(getCellKey(ids), cell);

  input.addEventListener("change", async () => {
    const quantity = input.valueAsNumber;
    if (
      !Number.isInteger(quantity) ||
      quantity === cell.quantity ||
      !(await changeStock({ ...ids, quantity }, name))
    )
      input.value = cell.quantity ?? "";
  });
  const createStepButton = (adjustment_quantity, sign, label) => {
    const button = Object.assign(createElement("button", "step", sign), { type: "button" });
    button.setAttribute("aria-label", `${label} of ${name}`);
    button.addEventListener("click", () => changeStock({ ...ids, adjustment_quantity }, name));
    return button;
  };
  const group = createElement("div", "level");
  group.append(createStepButton(-1, "−", "Decrease by 1"), input, createStepButton(1, "+", "Increase by 1"));
  element.append(group);
  return element;
}

function createElement(tag, className = "", text = "") {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}
