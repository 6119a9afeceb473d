/** Whether what went through a gateway is the customer's balance here: store credit or loyalty points. */
export function isOwnGateway(type: string): boolean {
  return type === "credit" || type === "point";
}
