import { Stack } from "@mantine/core";
import { operations } from "@souk/contract";
import { SaveBar, useSheet, useStore } from "@souk/ui";
import { useMemo } from "react";
import { EditGate } from "../edit-gate.tsx";
import type { Location } from "../locations/location-queries.ts";
import { useProductMetafieldOwner } from "../metafields/metafield-owner.ts";
import { MetafieldsSection } from "../metafields/metafields-section.tsx";
import { useTagsInUse } from "../products/use-tags-in-use.ts";
import { usePermissions } from "../use-permissions.ts";
import { FormCards } from "./form/form-cards.tsx";
import { NoteCard } from "./form/note-card.tsx";
import { buildProductSpecs } from "./form/product-draft.ts";
import { ProductProblems } from "./form/product-problems.tsx";
import { SearchCard } from "./form/search-card.tsx";
import { useProductForm } from "./form/use-product-form.ts";
import { ImagesSection } from "./images/images-section.tsx";
import { OptionsSection } from "./options/options-section.tsx";
import { ProductDates } from "./product-dates.tsx";
import type { Product, Variant } from "./product-queries.ts";
import { StockHistory } from "./stock-history.tsx";
import { StockSection } from "./stock-section.tsx";
import { useSaveProduct } from "./use-save-product.ts";
import { buildEditColumns } from "./variants/edit-columns.ts";
import { VariantsSection } from "./variants/variants-section.tsx";

interface ProductEditorProps {
  product: Product;
  locations: readonly Location[];
}

const getKey = ({ id }: Variant) => id;

/**
 * Show the editor of a product. The Save button saves fields and variants; changes to images, options and stock are saved
 * immediately.
 */
export function ProductEditor({ product, locations }: ProductEditorProps) {
  const { currency_code } = useStore();
  const hasAnyRight = usePermissions();
  const canViewStock = hasAnyRight("stock.view");
  const tagsInUse = useTagsInUse("product");
  const metafieldOwner = useProductMetafieldOwner(product.id);
  const specs = useMemo(() => buildProductSpecs(operations.updateProduct.body, tagsInUse), [tagsInUse]);
  const form = useProductForm(specs, { record: product, isNew: false });
  const { variants, images } = product;
  const rows = useMemo(() => variants.toSorted((a, b) => a.position - b.position || a.id - b.id), [variants]);
  // A cell can't contain the stock of several locations.
  const canEditStock = hasAnyRight("stock.set") && locations.length === 1;
  const columns = useMemo(
    () => buildEditColumns({ currency: currency_code, canEditStock, images }),
    [currency_code, canEditStock, images],
  );
  const sheet = useSheet({ rows, getKey, columns });
  const { save, isRunning, problem, clearMessage } = useSaveProduct({ product, form, sheet });
  return (
    <Stack gap="lg">
      <ProductProblems form={form} />
      <EditGate requiredRight="products.edit">
        <Stack gap="lg">
          <FormCards form={form} images={<ImagesSection product={product} />} />
          <OptionsSection product={product} />
          <VariantsSection product={product} sheet={sheet} />
        </Stack>
      </EditGate>
      {canViewStock && (
        <EditGate requiredRight="stock.set">
          <StockSection product={product} />
        </EditGate>
      )}
      <EditGate requiredRight="products.edit" isQuiet>
        <Stack gap="lg">
          <SearchCard form={form} />
          <NoteCard form={form} />
          <MetafieldsSection owner={metafieldOwner} />
        </Stack>
      </EditGate>
      {canViewStock && <StockHistory product={product} />}
      <ProductDates product={product} />
      <SaveBar
        isDirty={form.changedNames.length > 0 || sheet.changes.size > 0}
        isRunning={isRunning}
        problem={problem}
        onSave={save}
        onDiscard={() => {
          form.discard();
          sheet.dropChanges();
          clearMessage();
        }}
      />
    </Stack>
  );
}
