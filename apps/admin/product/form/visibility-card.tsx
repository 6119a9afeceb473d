import { Stack, Switch, TextInput } from "@mantine/core";
import { Section, useStore } from "@souk/ui";
import { memo } from "react";
import { texts } from "../../texts.ts";
import type { ProductForm } from "./use-product-form.ts";

/** Show the card that sets whether a product is published, and from what time. */
export const VisibilityCard = memo(function VisibilityCard({ form }: { form: ProductForm }) {
  const { timezone } = useStore();
  const isPublished = form.values["is_published"] === true;
  const publishError = form.problems.fieldErrors.find(({ path }) => path === "published_at")?.message;
  return (
    <Section title={texts.productForm.sections.visibility}>
      <Stack>
        <Switch
          label={texts.productForm.published.label}
          checked={isPublished}
          onChange={(event) => form.change("is_published", event.currentTarget.checked)}
        />
        {isPublished && (
          <TextInput
            type="datetime-local"
            label={texts.productForm.publishedAt}
            description={texts.productForm.publishedAtHelp({ zone: timezone })}
            value={String(form.values["published_at"] ?? "")}
            error={publishError}
            onChange={(event) => form.change("published_at", event.currentTarget.value)}
          />
        )}
      </Stack>
    </Section>
  );
});
