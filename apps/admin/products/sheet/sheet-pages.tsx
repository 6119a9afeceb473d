import { Button, Group, Text } from "@mantine/core";
import { formatNumber, type SheetState } from "@souk/ui";
import { useEffect, useRef, useState } from "react";
import { texts } from "../../texts.ts";

/** The maximum number of rows on one page. More rows would make typing slow. */
const maxRows = 250;

/**
 * Return the rows of the current page of a long sheet, and the function that opens another page. Edits on other pages are
 * kept.
 */
export function useSheetPage<R>({ rows, getKey, errors, focusRequestCount }: SheetState<R>) {
  const [selectedPage, goToPage] = useState(0);
  const firstInvalidRow = rows.findIndex((record) => errors.has(getKey(record)));
  const handledRequestCount = useRef(focusRequestCount);
  useEffect(() => {
    // When the sheet requests the focus on its first error, open the page that contains the error.
    if (handledRequestCount.current === focusRequestCount) return;
    handledRequestCount.current = focusRequestCount;
    if (firstInvalidRow >= 0) goToPage(Math.floor(firstInvalidRow / maxRows));
  }, [focusRequestCount, firstInvalidRow]);
  const pageCount = Math.max(1, Math.ceil(rows.length / maxRows));
  const pageIndex = Math.min(selectedPage, pageCount - 1);
  const visibleRows =
    rows.length <= maxRows ? rows : rows.slice(pageIndex * maxRows, (pageIndex + 1) * maxRows);
  return { visibleRows, pageIndex, pageCount, goToPage };
}

type SheetPagesProps = Omit<ReturnType<typeof useSheetPage>, "visibleRows">;

/** Show the buttons that open the previous and next page of a long sheet. Show nothing if there is only one page. */
export function SheetPages({ pageIndex, pageCount, goToPage }: SheetPagesProps) {
  if (pageCount === 1) return null;
  const { previous, next, page } = texts.products.sheet;
  return (
    <Group justify="flex-end">
      <Button
        variant="default"
        size="compact-md"
        disabled={pageIndex === 0}
        onClick={() => goToPage(pageIndex - 1)}
      >
        {previous}
      </Button>
      <Text size="sm" aria-live="polite">
        {page({ page: formatNumber(pageIndex + 1), count: formatNumber(pageCount) })}
      </Text>
      <Button
        variant="default"
        size="compact-md"
        disabled={pageIndex === pageCount - 1}
        onClick={() => goToPage(pageIndex + 1)}
      >
        {next}
      </Button>
    </Group>
  );
}
