import { Button, CloseButton, Group, Text } from "@mantine/core";
import { LinkButton, useStore } from "@souk/ui";
import { type ReactNode, useState } from "react";
import { AppLinks } from "../../app-links/app-links.tsx";
import { strings } from "../strings.ts";
import { AddToCollection } from "./add-to-collection.tsx";
import classes from "./bulk-bar.module.css";
import { ChangeTag } from "./change-tag.tsx";
import type { ChosenProduct } from "./chosen-products.ts";
import type { DeedProps } from "./deed-props.ts";
import { DeleteProducts } from "./delete-products.tsx";
import { ShowProducts } from "./show-products.tsx";

interface BulkBarProps {
  chosen: readonly ChosenProduct[];
  onWorked: DeedProps["onWorked"];
  onClear: () => void;
}

/** What can be done to the products that are chosen. */
type Deed = "publish" | "hide" | "tag" | "untag" | "collect" | "delete";

const deeds: readonly Deed[] = ["publish", "hide", "tag", "untag", "collect", "delete"];

/** Stands over the list while products are chosen: how many, and what can be done to them. */
export function BulkBar({ chosen, onWorked, onClear }: BulkBarProps) {
  const { handle } = useStore();
  const [deed, setDeed] = useState<Deed | null>(null);
  const { mostInSheet, sheet, sheetOf } = strings.bulk;
  const ids = chosen.slice(0, mostInSheet).map(({ id }) => id);
  return (
    <div role="status" className={classes["place"]}>
      {chosen.length > 0 && (
        <Group className={classes["bar"] ?? ""} gap="xs">
          <Text fw={600} mr="xs">
            {strings.bulk.chosen(chosen.length)}
          </Text>
          <LinkButton
            variant="default"
            size="compact-md"
            to={`/${handle}/products/edit?ids=${ids.join(",")}`}
          >
            {chosen.length > mostInSheet ? sheetOf(mostInSheet) : sheet}
          </LinkButton>
          {deeds.map((each) => (
            <Button
              key={each}
              variant={each === "delete" ? "outline" : "default"}
              {...(each === "delete" ? { color: "red" } : {})}
              size="compact-md"
              onClick={() => setDeed(each)}
            >
              {strings.bulk.deeds[each]}
            </Button>
          ))}
          <AppLinks placement="products" size="compact-md" ids={chosen.map(({ id }) => id)} />
          <CloseButton ml="auto" aria-label={strings.bulk.clear} onClick={onClear} />
        </Group>
      )}
      {deed !== null &&
        chosen.length > 0 &&
        dialogOf(deed, { chosen, onWorked, onClose: () => setDeed(null) })}
    </div>
  );
}

function dialogOf(deed: Deed, props: DeedProps): ReactNode {
  switch (deed) {
    case "publish":
      return <ShowProducts {...props} isShown />;
    case "hide":
      return <ShowProducts {...props} isShown={false} />;
    case "tag":
      return <ChangeTag {...props} isAdded />;
    case "untag":
      return <ChangeTag {...props} isAdded={false} />;
    case "collect":
      return <AddToCollection {...props} />;
    case "delete":
      return <DeleteProducts {...props} />;
  }
}
