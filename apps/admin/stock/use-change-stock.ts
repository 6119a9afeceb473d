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
import { queriesShowingProducts } from "../queries-showing-products.ts";
import { texts } from "../texts.ts";
import { changeStock, type StockChange, type StockChangeResult } from "./change-stock.ts";
import { type Level, levelsKey } from "./stock-queries.ts";

interface ChangeStockOptions {
  productId: number;
  variant: { name: string };
  location: Location;
  onChanged: () => void;
}

/** Return the message of an API error's first field error; null for an error without field errors. */
export function getStockFieldError(error: unknown): string | null {
  const [fieldError] = error instanceof ApiError ? error.fields : [];
  if (fieldError === undefined) return null;
  // INV-8: with the policy `deny`, a variant's stock can't go below 0.
  return fieldError.code === "insufficient_stock"
    ? texts.stock.change.insufficientStock
    : describeFieldError(fieldError);
}

/**
 * Return the action that changes stock. If another person changed the quantity first, `currentQuantity` is the quantity after
 * the other person's change; otherwise it is null.
 */
export function useChangeStock({ productId, variant, location, onChanged }: ChangeStockOptions) {
  const admin = useAdminConsole();
  const queryClient = useQueryClient();
  const submitOnce = useIdempotentSubmit();
  const [currentQuantity, setCurrentQuantity] = useState<number | null>(null);
  const cacheLevel = (level: Level) =>
    queryClient.setQueryData<Level[]>(levelsKey(productId), (levels = []) => [
      ...levels.filter(({ id }) => id !== level.id),
      level,
    ]);
  const action = useAction<StockChange, StockChangeResult>({
    run: (change) => submitOnce(change, (key) => changeStock(admin, change, key)),
    quiet: true,
    refresh: queriesShowingProducts,
    onDone: (result) => {
      if (!result.ok) return setCurrentQuantity(result.currentQuantity);
      cacheLevel(result.level);
      const quantity = formatNumber(result.level.inventory_quantity);
      toast.doneOrReplayed(
        texts.stock.change.done({ variant: variant.name, location: location.name, quantity }),
        result.response,
      );
      onChanged();
    },
  });
  return { start: action.start, isRunning: action.isRunning, error: action.error, currentQuantity };
}
