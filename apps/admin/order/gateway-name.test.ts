import assert from "node:assert/strict";
import { test } from "node:test";
import { getGatewayName } from "./gateway-name.ts";

test("a payment gateway is shown with its custom title, or, without a custom title, with the label of its type", () => {
  assert.equal(getGatewayName({ type: "manual", title: "Bank transfer", method: "" }), "Bank transfer");
  assert.equal(getGatewayName({ type: "manual", title: "", method: "" }), "Manual");
  // "Point" is not a custom title: the API derives it from the type.
  assert.equal(getGatewayName({ type: "point", title: "Point", method: "" }), "Loyalty points");
  assert.equal(getGatewayName({ type: "cards", title: "Cards", method: "visa" }), "Cards (visa)");
});
