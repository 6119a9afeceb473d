import assert from "node:assert/strict";
import { test } from "node:test";
import { gatewayName } from "./gateway-name.ts";

test("money is called after the title that somebody gave it, else by the words that the shop records it with", () => {
  assert.equal(gatewayName({ type: "manual", title: "Bank transfer", method: "" }), "Bank transfer");
  assert.equal(gatewayName({ type: "manual", title: "Manual", method: "" }), "By hand");
  assert.equal(
    gatewayName({ type: "cash_on_delivery", title: "Cash on delivery", method: "" }),
    "Cash on delivery",
  );
  assert.equal(gatewayName({ type: "cards", title: "Cards", method: "visa" }), "Cards (visa)");
});
