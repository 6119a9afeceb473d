import { useCallback, useMemo, useState } from "react";

/** A product that was chosen, with what its actions need to know of it. */
export interface ChosenProduct {
  id: number;
  title: string;
}

/** The products that are chosen in the list, also those on other pages of it. */
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
