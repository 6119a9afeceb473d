import { Autocomplete, Text, TextInput } from "@mantine/core";
import { ApiError } from "@souk/client";
import { scrollingLines, useAdminConsole, useStore } from "@souk/ui";
import { useState } from "react";
import { variantColumns } from "../../variants/variant-columns.ts";
import { OptionDialog } from "../options/option-dialog.tsx";
import { useOptionAction } from "../options/use-option-action.ts";
import type { Product } from "../product-queries.ts";
import { strings } from "./strings.ts";

/** Adds one variant: a value of each option that no other has together. */
export function AddVariant({ product, onClose }: { product: Product; onClose: () => void }) {
  const admin = useAdminConsole();
  const { currency_code } = useStore();
  const types = product.variant_types.toSorted((a, b) => a.position - b.position);
  const [values, setValues] = useState<ReadonlyMap<number, string>>(new Map());
  const [price, setPrice] = useState(product.variants[0]?.price ?? "");
  const [isChecked, setChecked] = useState(false);
  const priceFault = variantColumns(["price"], currency_code)[0]?.check?.(price);
  const options = types.map(({ id, name }) => ({ name, value: (values.get(id) ?? "").trim() }));
  const name = options.map(({ value }) => value).join(" / ");
  const add = useOptionAction({
    run: () => admin.variants.create({ params: { product_id: product.id }, body: { options, price } }),
    done: strings.added(name),
    onDone: onClose,
  });
  const refused = add.error instanceof ApiError ? add.error.fields : [];
  const refusedPrice = refused.find(({ path }) => path === "price")?.message;
  const isReady = options.every(({ value }) => value !== "") && priceFault === undefined;
  const submit = () => {
    setChecked(true);
    if (isReady) add.start(undefined);
  };
  return (
    <OptionDialog
      title={strings.addTitle}
      confirm={strings.addIt}
      isRunning={add.isRunning}
      error={refusedPrice === undefined ? add.error : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">{strings.addLead}</Text>
      {types.map((type) => (
        <Autocomplete
          key={type.id}
          label={type.name}
          maxLength={255}
          value={values.get(type.id) ?? ""}
          error={isChecked && (values.get(type.id) ?? "").trim() === "" ? strings.needed : undefined}
          onChange={(value) => setValues(new Map(values).set(type.id, value))}
          data={product.variant_options
            .filter(({ variant_type_id }) => variant_type_id === type.id)
            .map((value) => value.name)}
          {...scrollingLines}
        />
      ))}
      <TextInput
        label={strings.price}
        inputMode="decimal"
        value={price}
        error={isChecked ? (priceFault ?? refusedPrice) : undefined}
        onChange={(event) => {
          setPrice(event.currentTarget.value);
          add.reset();
        }}
      />
    </OptionDialog>
  );
}
