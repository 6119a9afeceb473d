import { useCallback, useState } from "react";

/**
 * Return the ids of the orders that are selected on any page of the list, and the functions that change the
 * selection.
 */
export function useSelectedOrders() {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set());
  const setSelected = useCallback((orders: readonly { id: number }[], isSelected: boolean) => {
    setSelectedIds((previousIds) => {
      const nextIds = new Set(previousIds);
      for (const { id } of orders) {
        if (isSelected) nextIds.add(id);
        else nextIds.delete(id);
      }
      return nextIds;
    });
  }, []);
  const clear = useCallback(() => setSelectedIds(new Set()), []);
  // Sorted, so that a retry with the same orders has the same request body and idempotency key.
  const ids = [...selectedIds].sort((a, b) => a - b);
  return { ids, has: (id: number) => selectedIds.has(id), setSelected, clear };
}
