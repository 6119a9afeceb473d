import { ActionIcon, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { formatNumber } from "../i18n/format-number.ts";
import { texts } from "../texts.ts";
import styles from "./data-table.module.css";
import type { GoToPage, ListPage } from "./list-page.ts";

interface PagingProps {
  label: string;
  page: ListPage;
  onPage: GoToPage;
}

/** Show the number of records and the current page, with buttons for the adjacent pages. */
export function Paging({ label, page, onPage }: PagingProps) {
  const { page_count, total_count } = page;
  return (
    <nav className={styles["paging"]} aria-label={texts.table.pages({ label })}>
      <Text size="sm" c="dimmed">
        {texts.table.total({ total: total_count })}
      </Text>
      {page_count > 1 && (
        <div className={styles["pages"]}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={texts.table.previous}
            disabled={page.page <= 1}
            onClick={() => onPage(page.page - 1, { replace: false })}
          >
            <IconChevronLeft size={18} />
          </ActionIcon>
          <Text size="sm" aria-live="polite">
            {texts.table.page({ page: formatNumber(page.page), count: formatNumber(page_count) })}
          </Text>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={texts.table.next}
            disabled={page.page >= page_count}
            onClick={() => onPage(page.page + 1, { replace: false })}
          >
            <IconChevronRight size={18} />
          </ActionIcon>
        </div>
      )}
    </nav>
  );
}
