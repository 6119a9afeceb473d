import { useCallback, useMemo, useState } from "react";

/** A selected product, with the data that its actions need. */
export interface ChosenProduct {
  id: number;
  title: string;
}

/** Keep the products selected in the list, across its pages. */
export function useChosenProducts() {
  const [chosen, setChosen] = useState<ReadonlyMap<number, ChosenProduct>>(new Map());
  const choose = useCallback((products: readonly ChosenProduct[], isChosen: boolean) => {
    setChosen((before) => {
      const next = new Map(before);
      for (const { id, title } of products) {
        if (isChosen) next.set(id, { id, title });
        else next.delete(id);
      }
      return next;
    });
  }, []);
  const clear = useCallback(() => setChosen(new Map()), []);
  const list = useMemo(() => [...chosen.values()], [chosen]);
  return { list, has: (id: number) => chosen.has(id), choose, clear };
}
