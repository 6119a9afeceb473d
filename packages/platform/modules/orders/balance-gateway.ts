/** Return whether a gateway is a balance that Souk holds for the customer: store credit or loyalty points. */
export function isBalanceGateway(type: string): boolean {
  return type === "credit" || type === "point";
}
