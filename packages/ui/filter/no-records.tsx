import { Button } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { IconComponent } from "../shell/nav-item.ts";
import { EmptyState } from "../states/empty-state.tsx";

interface NoRecordsProps {
  /** Words or filters narrow the list. */
  isNarrowed: boolean;
  /** Takes them away. */
  onShowAll: () => void;
  icon: IconComponent;
  words: {
    empty: { title: string; text: string };
    none: { title: string; text: string; all: string };
  };
  /** The button that makes the first one. */
  action?: ReactNode;
}

/** Stands in the place of a list without entries: nothing is there yet, or nothing fits what is asked for. */
export function NoRecords({ isNarrowed, onShowAll, icon, words: { empty, none }, action }: NoRecordsProps) {
  if (!isNarrowed)
    return (
      <EmptyState icon={icon} title={empty.title} action={action}>
        {empty.text}
      </EmptyState>
    );
  const all = (
    <Button variant="default" onClick={onShowAll}>
      {none.all}
    </Button>
  );
  return (
    <EmptyState icon={IconSearch} title={none.title} action={all}>
      {none.text}
    </EmptyState>
  );
}
