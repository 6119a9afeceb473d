import { Button, Group, Text } from "@mantine/core";
import { formatNumber, type SheetState } from "@souk/ui";
import { useEffect, useRef, useState } from "react";
import { strings } from "../strings.ts";

/** More rows than this at once would make typing slow. */
const mostRows = 250;

/** A part of the rows of a sheet that has very many. What is written into the others stays. */
export function useSheetPage<R>({ rows, keyOf, errors, leads }: SheetState<R>) {
  const [page, go] = useState(0);
  const faulty = rows.findIndex((record) => errors.has(keyOf(record)));
  const followed = useRef(leads);
  useEffect(() => {
    if (followed.current === leads) return;
    followed.current = leads;
    if (faulty >= 0) go(Math.floor(faulty / mostRows));
  }, [leads, faulty]);
  const count = Math.max(1, Math.ceil(rows.length / mostRows));
  const at = Math.min(page, count - 1);
  const shown = rows.length <= mostRows ? rows : rows.slice(at * mostRows, (at + 1) * mostRows);
  return { shown, at, count, go };
}

/** Leads to the other rows of a long sheet. */
export function SheetPages({ at, count, go }: Omit<ReturnType<typeof useSheetPage>, "shown">) {
  if (count === 1) return null;
  const { previous, next, page } = strings.sheet;
  return (
    <Group justify="flex-end">
      <Button variant="default" size="compact-md" disabled={at === 0} onClick={() => go(at - 1)}>
        {previous}
      </Button>
      <Text size="sm" aria-live="polite">
        {page(formatNumber(at + 1), formatNumber(count))}
      </Text>
      <Button variant="default" size="compact-md" disabled={at === count - 1} onClick={() => go(at + 1)}>
        {next}
      </Button>
    </Group>
  );
}
