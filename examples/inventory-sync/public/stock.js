// The table of stock: a row for each variant, a field for each location.
const place = document.querySelector("#stock");

/** What is shown, by variant and location. */
const cells = new Map();

/** What webhooks have said, for a page of stock that was asked for before and comes after. */
const heard = new Map();

const keyOf = ({ variant_id, location_id }) => `${variant_id} ${location_id}`;

/** A level in words; one that is not on this page by its numbers. */
export function nameOf(level) {
  return cells.get(keyOf(level))?.name ?? `Variant ${level.variant_id} at location ${level.location_id}`;
}

/** Shows a quantity where it belongs, unless something newer stands there. */
export function showLevel(level) {
  heard.set(keyOf(level), level);
  const cell = cells.get(keyOf(level));
  if (cell === undefined || Date.parse(level.updated_at) < Date.parse(cell.updated_at)) return;
  const changed = cell.quantity !== level.quantity;
  // Somebody is typing: the new number waits until they are done.
  const isTyping = isTypedIn(cell);
  cell.quantity = level.quantity;
  cell.updated_at = level.updated_at;
  if (!isTyping) cell.input.value = level.quantity;
  if (!changed) return;
  cell.box.classList.remove("fresh");
  // Reading its size makes the browser restart the animation.
  void cell.box.offsetWidth;
  cell.box.classList.add("fresh");
}

/** Does something when nobody is typing a quantity: at once, or when the field is left. */
export function whenNobodyTypes(act) {
  const cell = cells.get(document.activeElement?.closest("td")?.dataset.key);
  if (cell === undefined || !isTypedIn(cell)) act();
  else cell.input.addEventListener("blur", () => act(), { once: true });
}

function isTypedIn({ input, quantity }) {
  return document.activeElement === input && input.value !== String(quantity ?? "");
}

/** Shows a page of stock. @param change sends a change, and answers whether it was made */
export function showStock({ locations, products }, change) {
  const focused = document.activeElement?.closest("td")?.dataset.key;
  cells.clear();
  place.removeAttribute("aria-busy");
  if (products.length === 0) return place.replaceChildren(made("p", "quiet", "No products found."));
  const table = made("table");
  const head = table.createTHead().insertRow();
  for (const text of ["Variant", ...locations.map(({ name }) => name)])
    head.append(Object.assign(made("th", "", text), { scope: "col" }));
  for (const product of products) table.append(bodyOf(product, locations, change));
  place.replaceChildren(table);
  for (const key of cells.keys()) if (heard.has(key)) showLevel(heard.get(key));
  if (focused) cells.get(focused)?.input.focus();
}

function bodyOf(product, locations, change) {
  const body = document.createElement("tbody");
  const title = Object.assign(made("th", "title", product.title), {
    scope: "rowgroup",
    colSpan: locations.length + 1,
  });
  body.insertRow().append(title);
  for (const variant of product.variants) {
    const row = body.insertRow();
    const head = Object.assign(made("th"), { scope: "row" });
    head.append(made("span", "", variant.name ?? "Default"), made("span", "sku", variant.sku));
    row.append(head);
    for (const location of locations) {
      const whole = `${product.title}${variant.name === null ? "" : `, ${variant.name}`} at ${location.name}`;
      row.append(cellOf({ variant, location, name: whole }, change));
    }
  }
  return body;
}

function cellOf({ variant, location, name }, change) {
  const ids = { variant_id: variant.id, location_id: location.id };
  const level = variant.levels[location.id];
  const box = made("td");
  box.dataset.key = keyOf(ids);
  box.dataset.label = location.name;
  const input = Object.assign(document.createElement("input"), {
    type: "number",
    min: "0",
    step: "1",
    value: level?.quantity ?? "",
    placeholder: "–",
  });
  input.setAttribute("aria-label", `Stock of ${name}`);
  const cell = { box, input, name, quantity: level?.quantity, updated_at: level?.updated_at ?? 0 };
  cells.set(keyOf(ids), cell);

  input.addEventListener("change", async () => {
    const quantity = input.valueAsNumber;
    if (
      !Number.isInteger(quantity) ||
      quantity === cell.quantity ||
      !(await change({ ...ids, quantity }, name))
    )
      input.value = cell.quantity ?? "";
  });
  const stepBy = (adjustment_quantity, sign, label) => {
    const button = Object.assign(made("button", "step", sign), { type: "button" });
    button.setAttribute("aria-label", `${label} of ${name}`);
    button.addEventListener("click", () => change({ ...ids, adjustment_quantity }, name));
    return button;
  };
  const group = made("div", "level");
  group.append(stepBy(-1, "−", "Decrease by 1"), input, stepBy(1, "+", "Increase by 1"));
  box.append(group);
  return box;
}

function made(tag, className = "", text = "") {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}
