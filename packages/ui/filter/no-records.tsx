import { Button } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { IconComponent } from "../shell/nav-item.ts";
import { EmptyState } from "../states/empty-state.tsx";

interface NoRecordsProps {
  /** Whether search text or filters limit the list. */
  isFiltered: boolean;
  /** Clear the search text and filters. */
  onShowAll: () => void;
  icon: IconComponent;
  words: {
    /** The texts if no record exists. */
    empty: { title: string; text: string };
    /** The texts if no record matches the filters. `all` is the label of the button that clears them. */
    none: { title: string; text: string; all: string };
  };
  /** The button that creates the first record. */
  action?: ReactNode;
}

/** Show a message in place of an empty list: no record exists yet, or no record matches the filters. */
export function NoRecords({ isFiltered, onShowAll, icon, words: { empty, none }, action }: NoRecordsProps) {
  if (!isFiltered)
    return (
      <EmptyState icon={icon} title={empty.title} action={action}>
        {empty.text}
      </EmptyState>
    );
  const showAllButton = (
    <Button variant="default" onClick={onShowAll}>
      {none.all}
    </Button>
  );
  return (
    <EmptyState icon={IconSearch} title={none.title} action={showAllButton}>
      {none.text}
    </EmptyState>
  );
}
