import { useMay } from "../../use-may.ts";

/** Whether the signed-in person may send what was ordered: that takes both rights. */
export function useMayFulfil(): boolean {
  const may = useMay();
  return may("write_orders") && may("write_fulfillments");
}
