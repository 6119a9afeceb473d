import { useCallback, useState } from "react";

/** The ids of the orders that are chosen in the list, also those on other pages of it. */
export function useChosenOrders() {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const choose = useCallback((orders: readonly { id: number }[], isChosen: boolean) => {
    setChosen((before) => {
      const next = new Set(before);
      for (const { id } of orders) {
        if (isChosen) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }, []);
  const clear = useCallback(() => setChosen(new Set()), []);
  // In whatever order they were chosen, the same orders are the same wish.
  const ids = [...chosen].sort((a, b) => a - b);
  return { ids, has: (id: number) => chosen.has(id), choose, clear };
}
