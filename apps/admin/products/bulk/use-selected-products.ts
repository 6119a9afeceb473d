import { useCallback, useMemo, useState } from "react";

/** A selected product, with the fields that bulk actions need. */
export interface SelectedProduct {
  id: number;
  title: string;
}

/** Return the products that are selected on any page of the list, and the functions that change the selection. */
export function useSelectedProducts() {
  const [selectedById, setSelectedById] = useState<ReadonlyMap<number, SelectedProduct>>(new Map());
  const setSelected = useCallback((products: readonly SelectedProduct[], isSelected: boolean) => {
    setSelectedById((previousById) => {
      const nextById = new Map(previousById);
      for (const { id, title } of products) {
        if (isSelected) nextById.set(id, { id, title });
        else nextById.delete(id);
      }
      return nextById;
    });
  }, []);
  const clear = useCallback(() => setSelectedById(new Map()), []);
  const list = useMemo(() => [...selectedById.values()], [selectedById]);
  return { list, has: (id: number) => selectedById.has(id), setSelected, clear };
}
