import { ErrorSummary } from "@souk/ui";
import { useEffect, useRef } from "react";
import { inputId } from "./product-fields.tsx";
import type { ProductForm } from "./use-product-form.ts";

/** Show the form's errors above it. The summary takes the focus after a failed attempt to save. */
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
