import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { soukTheme, soukVariables } from "../theme/theme.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { type Panel, PanelContext } from "./panel-context.ts";

/**
 * The storage of the selected color scheme. The panels' documents read it before the first paint (scheme-script.js).
 */
const schemeStore = localStorageColorSchemeManager({ key: "souk-color-scheme" });

/** Provide the context of every page of a panel: theme, queries, toasts, and the outermost error boundary. */
export function PanelProvider({ panel, queries, children }: PanelProviderProps) {
  return (
    <MantineProvider
      theme={soukTheme}
      cssVariablesResolver={soukVariables}
      colorSchemeManager={schemeStore}
      defaultColorScheme="auto"
      getStyleNonce={() => panel.nonce}
      deduplicateInlineStyles={false}
    >
      <ErrorBoundary>
        <PanelContext value={panel}>
          <QueryClientProvider client={queries}>
            <Notifications position="bottom-right" limit={4} autoClose={6_000} />
            {children}
          </QueryClientProvider>
        </PanelContext>
      </ErrorBoundary>
    </MantineProvider>
  );
}

interface PanelProviderProps {
  panel: Panel;
  queries: QueryClient;
  children: ReactNode;
}
