import { ApiError } from "@souk/client";
import {
  describeFieldError,
  formatNumber,
  toast,
  useAction,
  useAdminConsole,
  useIdempotentSubmit,
} from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Location } from "../locations/location-queries.ts";
import { staleWithProducts } from "../stale.ts";
import { texts } from "../texts.ts";
import { changeStock, type StockChange, type StockOutcome } from "./change-stock.ts";
import { type Level, levelsKey } from "./stock-queries.ts";

interface ChangingStock {
  productId: number;
  variant: { name: string };
  location: Location;
  onChanged: () => void;
}

/** Return the message of an error about one field; null for any other error. */
export function getStockFieldError(error: unknown): string | null {
  const [first] = error instanceof ApiError ? error.fields : [];
  if (first === undefined) return null;
  // INV-8: what is sold only while it is there has no stock below 0.
  return first.code === "insufficient_stock" ? texts.stock.change.tooFew : describeFieldError(first);
}

/**
 * Return an action that changes stock; `current` is the present quantity when another person changed it
 * first.
 */
export function useChangeStock({ productId, variant, location, onChanged }: ChangingStock) {
  const admin = useAdminConsole();
  const queries = useQueryClient();
  const once = useIdempotentSubmit();
  const [current, setCurrent] = useState<number | null>(null);
  const show = (level: Level) =>
    queries.setQueryData<Level[]>(levelsKey(productId), (levels = []) => [
      ...levels.filter(({ id }) => id !== level.id),
      level,
    ]);
  const action = useAction<StockChange, StockOutcome>({
    run: (change) => once(change, (key) => changeStock(admin, change, key)),
    quiet: true,
    refresh: staleWithProducts,
    onDone: (outcome) => {
      if (!outcome.ok) return setCurrent(outcome.current);
      show(outcome.level);
      const quantity = formatNumber(outcome.level.inventory_quantity);
      toast.carriedOut(
        texts.stock.change.done({ variant: variant.name, place: location.name, quantity }),
        outcome.answer,
      );
      onChanged();
    },
  });
  return { start: action.start, isRunning: action.isRunning, error: action.error, current };
}
