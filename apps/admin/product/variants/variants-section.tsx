import { Button, Group, Stack } from "@mantine/core";
import { FillSheet, Section, Sheet, SheetFields, type SheetState, useKeptFocus, useWindow } from "@souk/ui";
import { IconPlus } from "@tabler/icons-react";
import { useCallback, useRef, useState } from "react";
import { texts } from "../../texts.ts";
import type { Product, Variant } from "../product-queries.ts";
import { variantName } from "../variant-name.ts";
import { AddVariant } from "./add-variant.tsx";
import { DeleteVariant } from "./delete-variant.tsx";
import { VariantHead } from "./variant-head.tsx";

interface VariantsSectionProps {
  product: Product;
  sheet: SheetState<Variant>;
}

/** Show the variants of a product in a sheet; plain fields for a product without options. */
export function VariantsSection({ product, sheet }: VariantsSectionProps) {
  const [only] = product.variants;
  if (only !== undefined && product.variant_types.length === 0)
    return (
      <Section title={texts.productVariants.only}>
        <SheetFields sheet={sheet} record={only} />
      </Section>
    );
  return <ManyVariants product={product} sheet={sheet} />;
}

function ManyVariants({ product, sheet }: VariantsSectionProps) {
  const [isAdding, setAdding] = useState(false);
  const { shown: deletion, open: askToDelete, close } = useWindow<Variant>();
  const region = useRef<HTMLDivElement>(null);
  useKeptFocus(region, product.variants.map(({ id }) => id).join());
  const canDelete = product.variants.length > 1;
  const renderHeading = useCallback(
    (variant: Variant) => (
      <VariantHead
        name={variantName(variant, product)}
        image={product.images.find(({ id }) => id === variant.image_id)?.url}
        {...(canDelete ? { onDelete: () => askToDelete(variant) } : {})}
      />
    ),
    [product, canDelete, askToDelete],
  );
  const groups = product.variant_options.map(({ id, name }) => ({
    label: name,
    has: ({ options }: Variant) => options.some(({ variant_option_id }) => variant_option_id === id),
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
          corner={texts.productVariants.corner}
          sheet={sheet}
          getName={(variant) => variantName(variant, product)}
          renderHeading={renderHeading}
        />
      </Stack>
      {isAdding && <AddVariant product={product} onClose={() => setAdding(false)} />}
      {deletion && (
        <DeleteVariant opened={deletion.opened} product={product} variant={deletion.about} onClose={close} />
      )}
    </Section>
  );
}
