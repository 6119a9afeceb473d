import { Button } from "@mantine/core";
import { EmptyState, type IconComponent } from "@souk/ui";
import { IconSearch } from "@tabler/icons-react";
import { strings } from "../strings.ts";
import type { ListPlace } from "./list-place.ts";

const words = strings.find;

/** Stands in the place of a list without entries: nothing exists yet, or nothing fits what is asked for. */
export function NothingFound({ place, icon }: { place: ListPlace; icon: IconComponent }) {
  if (place.query === "" && place.suspended === "")
    return (
      <EmptyState icon={icon} title={words.emptyTitle}>
        {words.empty}
      </EmptyState>
    );
  const clear = (
    <Button variant="default" onClick={() => place.go({ query: "", suspended: "" })}>
      {words.clear}
    </Button>
  );
  return (
    <EmptyState icon={IconSearch} title={words.nothingTitle} action={clear}>
      {words.nothing}
    </EmptyState>
  );
}
