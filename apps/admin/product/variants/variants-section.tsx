import { Button, Group, Stack } from "@mantine/core";
import {
  FillSheet,
  Section,
  Sheet,
  SheetFields,
  type SheetState,
  useFocusFallback,
  useRecordDialog,
} from "@souk/ui";
import { IconPlus } from "@tabler/icons-react";
import { useCallback, useRef, useState } from "react";
import { texts } from "../../texts.ts";
import type { Product, Variant } from "../product-queries.ts";
import { getVariantName } from "../variant-name.ts";
import { AddVariant } from "./add-variant.tsx";
import { DeleteVariant } from "./delete-variant.tsx";
import { VariantHeading } from "./variant-heading.tsx";

interface VariantsSectionProps {
  product: Product;
  sheet: SheetState<Variant>;
}

/** Show the variants of a product in a sheet; for a product without options, show its only variant as fields. */
export function VariantsSection({ product, sheet }: VariantsSectionProps) {
  const [firstVariant] = product.variants;
  if (firstVariant !== undefined && product.variant_types.length === 0)
    return (
      <Section title={texts.productVariants.only}>
        <SheetFields sheet={sheet} record={firstVariant} />
      </Section>
    );
  return <VariantsSheet product={product} sheet={sheet} />;
}

function VariantsSheet({ product, sheet }: VariantsSectionProps) {
  const [isAdding, setAdding] = useState(false);
  const { shown: deletion, open: openDeletion, close: closeDeletion } = useRecordDialog<Variant>();
  const region = useRef<HTMLDivElement>(null);
  // If the focused button disappears with its variant, move the focus to the region.
  useFocusFallback(region, product.variants.map(({ id }) => id).join());
  const canDelete = product.variants.length > 1;
  const renderHeading = useCallback(
    (variant: Variant) => (
      <VariantHeading
        name={getVariantName(variant, product)}
        image={product.images.find(({ id }) => id === variant.image_id)?.url}
        {...(canDelete ? { onDelete: () => openDeletion(variant) } : {})}
      />
    ),
    [product, canDelete, openDeletion],
  );
  const groups = product.variant_options.map(({ id, name }) => ({
    label: name,
    contains: ({ options }: Variant) => options.some(({ variant_option_id }) => variant_option_id === id),
  }));
  return (
    <Section title={texts.productVariants.title} lead={texts.productVariants.lead}>
      <Stack ref={region} tabIndex={-1}>
        <Group>
          <FillSheet sheet={sheet} groups={groups} />
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {texts.productVariants.add}
          </Button>
        </Group>
        <Sheet
          label={texts.productVariants.label}
          nameHeader={texts.productVariants.corner}
          sheet={sheet}
          getName={(variant) => getVariantName(variant, product)}
          renderHeading={renderHeading}
        />
      </Stack>
      {isAdding && <AddVariant product={product} onClose={() => setAdding(false)} />}
      {deletion && (
        <DeleteVariant
          opened={deletion.opened}
          product={product}
          variant={deletion.record}
          onClose={closeDeletion}
        />
      )}
    </Section>
  );
}
