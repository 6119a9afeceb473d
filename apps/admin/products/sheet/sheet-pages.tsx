import { Button, Group, Text } from "@mantine/core";
import { formatNumber, type SheetState } from "@souk/ui";
import { useEffect, useRef, useState } from "react";
import { texts } from "../../texts.ts";

/** The maximum of rows on one page: more would make typing slow. */
const maxRows = 250;

/** Return one page of the rows of a long sheet. Edits on the other pages are kept. */
export function useSheetPage<R>({ rows, getKey, errors, leads }: SheetState<R>) {
  const [page, go] = useState(0);
  const faulty = rows.findIndex((record) => errors.has(getKey(record)));
  const followed = useRef(leads);
  useEffect(() => {
    if (followed.current === leads) return;
    followed.current = leads;
    if (faulty >= 0) go(Math.floor(faulty / maxRows));
  }, [leads, faulty]);
  const count = Math.max(1, Math.ceil(rows.length / maxRows));
  const at = Math.min(page, count - 1);
  const shown = rows.length <= maxRows ? rows : rows.slice(at * maxRows, (at + 1) * maxRows);
  return { shown, at, count, go };
}

/** Show the links to the other pages of a long sheet. */
export function SheetPages({ at, count, go }: Omit<ReturnType<typeof useSheetPage>, "shown">) {
  if (count === 1) return null;
  const { previous, next, page } = texts.products.sheet;
  return (
    <Group justify="flex-end">
      <Button variant="default" size="compact-md" disabled={at === 0} onClick={() => go(at - 1)}>
        {previous}
      </Button>
      <Text size="sm" aria-live="polite">
        {page({ page: formatNumber(at + 1), count: formatNumber(count) })}
      </Text>
      <Button variant="default" size="compact-md" disabled={at === count - 1} onClick={() => go(at + 1)}>
        {next}
      </Button>
    </Group>
  );
}
