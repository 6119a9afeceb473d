import { ErrorSummary } from "@souk/ui";
import { useEffect, useRef } from "react";
import { inputId } from "./product-fields.tsx";
import type { ProductForm } from "./use-product-form.ts";

/** What is wrong with the form, above it. It takes the focus after a vain try. */
export function ProductProblems({ form: { problems } }: { form: ProductForm }) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problems.tries > 0) summary.current?.focus();
  }, [problems.tries]);
  const lines = problems.fields.map(({ path, message }) => ({
    message,
    id: path === "" ? "" : inputId(path),
  }));
  return <ErrorSummary lines={lines} rest={problems.rest} ref={summary} />;
}
