import { ActionIcon, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { strings } from "../strings.ts";
import { formatNumber } from "../text/format.ts";
import styles from "./data-table.module.css";
import type { AskPage, Paged } from "./paged.ts";

interface PagingProps {
  label: string;
  page: Paged;
  onPage: AskPage;
}

/** How many there are, which page this is, and the ones beside it. */
export function Paging({ label, page, onPage }: PagingProps) {
  const { page: at, page_count, total_count } = page;
  return (
    <nav className={styles["paging"]} aria-label={strings.table.pages(label)}>
      <Text size="sm" c="dimmed">
        {strings.table.total(formatNumber(total_count))}
      </Text>
      {page_count > 1 && (
        <div className={styles["pages"]}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={strings.table.previous}
            disabled={at <= 1}
            onClick={() => onPage(at - 1, { replace: false })}
          >
            <IconChevronLeft size={18} />
          </ActionIcon>
          <Text size="sm" aria-live="polite">
            {strings.table.page(formatNumber(at), formatNumber(page_count))}
          </Text>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={strings.table.next}
            disabled={at >= page_count}
            onClick={() => onPage(at + 1, { replace: false })}
          >
            <IconChevronRight size={18} />
          </ActionIcon>
        </div>
      )}
    </nav>
  );
}
