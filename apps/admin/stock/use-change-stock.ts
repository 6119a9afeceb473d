import { ApiError } from "@souk/client";
import { formatNumber, toast, useAction, useAdminConsole, useWishes } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Location } from "../locations/location-queries.ts";
import { staleWithProducts } from "../stale.ts";
import { changeStock, type StockChange, type StockOutcome } from "./change-stock.ts";
import { type Level, levelsKey } from "./stock-queries.ts";
import { strings } from "./strings.ts";

interface ChangingStock {
  productId: number;
  variant: { name: string };
  location: Location;
  onChanged: () => void;
}

/** The sentence of a refusal about one field; null when it is about something else. */
export function fieldRefusal(error: unknown, { policy }: { policy: "deny" | "continue" }): string | null {
  const [first] = error instanceof ApiError ? error.fields : [];
  if (first === undefined) return null;
  // INV-8: what is sold only while it is there has no stock below 0; the platform says so in the words of the API.
  if (policy === "deny" && first.path.endsWith("adjustment_quantity")) return strings.change.tooFew;
  return `${first.message.charAt(0).toUpperCase()}${first.message.slice(1)}.`;
}

/** Changes stock; `current` is the quantity by now when somebody else was faster. */
export function useChangeStock({ productId, variant, location, onChanged }: ChangingStock) {
  const admin = useAdminConsole();
  const queries = useQueryClient();
  const once = useWishes();
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
      toast.carriedOut(strings.change.done(variant.name, location.name, quantity), outcome.answer);
      onChanged();
    },
  });
  return { start: action.start, isRunning: action.isRunning, error: action.error, current };
}
