import { ErrorSummary } from "@souk/ui";
import { useEffect, useRef } from "react";
import { getInputId } from "./product-fields.tsx";
import type { ProductForm } from "./use-product-form.ts";

/** Show the summary of the form's errors. It receives the focus after each failed attempt to save. */
export function ProductProblems({ form: { problems } }: { form: ProductForm }) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problems.attempts > 0) summary.current?.focus();
  }, [problems.attempts]);
  const lines = problems.fieldErrors.map(({ path, message }) => ({
    message,
    id: path === "" ? "" : getInputId(path),
  }));
  return <ErrorSummary lines={lines} formError={problems.otherError} ref={summary} />;
}
