import { Button, CloseButton, Group, Text } from "@mantine/core";
import { LinkButton } from "@souk/ui";
import { type ReactNode, useState } from "react";
import { AppLinks } from "../../app-links/app-links.tsx";
import { toStorePage } from "../../page-urls.ts";
import { texts } from "../../texts.ts";
import { usePermissions } from "../../use-permissions.ts";
import { maxSheetProducts } from "../sheet/sheet-search.ts";
import { AddToCollection } from "./add-to-collection.tsx";
import type { BulkActionProps } from "./bulk-action-props.ts";
import classes from "./bulk-bar.module.css";
import { ChangeTag } from "./change-tag.tsx";
import { DeleteProducts } from "./delete-products.tsx";
import { PublishProducts } from "./publish-products.tsx";
import type { SelectedProduct } from "./use-selected-products.ts";

interface BulkBarProps {
  products: readonly SelectedProduct[];
  onCompleted: BulkActionProps["onCompleted"];
  onClear: () => void;
}

/** An action on the selected products. */
type BulkAction = "publish" | "unpublish" | "tag" | "untag" | "addToCollection" | "delete";

const bulkActions: readonly BulkAction[] = [
  "publish",
  "unpublish",
  "tag",
  "untag",
  "addToCollection",
  "delete",
];

/** Show how many products are selected, with the actions on them. Show nothing if none is selected. */
export function BulkBar({ products, onCompleted, onClear }: BulkBarProps) {
  const [action, setAction] = useState<BulkAction | null>(null);
  const canEdit = usePermissions()("products.edit");
  const { editInSheet, editFirstInSheet } = texts.products.bulk;
  const sheetIds = products.slice(0, maxSheetProducts).map(({ id }) => id);
  return (
    <div role="status" className={classes["place"]}>
      {products.length > 0 && (
        <Group className={classes["bar"] ?? ""} gap="xs">
          <Text fw={600} mr="xs">
            {texts.products.bulk.selected({ count: products.length })}
          </Text>
          {canEdit && (
            <LinkButton
              variant="default"
              size="compact-md"
              to={toStorePage("/products/edit", {}, { ids: sheetIds.join(",") })}
            >
              {products.length > maxSheetProducts ? editFirstInSheet({ max: maxSheetProducts }) : editInSheet}
            </LinkButton>
          )}
          {canEdit &&
            bulkActions.map((bulkAction) => (
              <Button
                key={bulkAction}
                variant={bulkAction === "delete" ? "outline" : "default"}
                {...(bulkAction === "delete" ? { color: "red" } : {})}
                size="compact-md"
                onClick={() => setAction(bulkAction)}
              >
                {texts.products.bulk.actions[bulkAction]}
              </Button>
            ))}
          <AppLinks placement="products" size="compact-md" ids={products.map(({ id }) => id)} />
          <CloseButton ml="auto" aria-label={texts.products.bulk.clearSelection} onClick={onClear} />
        </Group>
      )}
      {action !== null &&
        products.length > 0 &&
        renderDialog(action, { products, onCompleted, onClose: () => setAction(null) })}
    </div>
  );
}

function renderDialog(action: BulkAction, props: BulkActionProps): ReactNode {
  switch (action) {
    case "publish":
      return <PublishProducts {...props} isPublished />;
    case "unpublish":
      return <PublishProducts {...props} isPublished={false} />;
    case "tag":
      return <ChangeTag {...props} isAdding />;
    case "untag":
      return <ChangeTag {...props} isAdding={false} />;
    case "addToCollection":
      return <AddToCollection {...props} />;
    case "delete":
      return <DeleteProducts {...props} />;
  }
}
