import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { resolveSoukVariables, soukTheme } from "../theme/theme.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { type Panel, PanelContext } from "./panel-context.ts";

/** Stores the selected color scheme. scheme-script.js reads it before the first paint. */
const colorSchemeManager = localStorageColorSchemeManager({ key: "souk-color-scheme" });

/** Provide the context of every page of a panel: theme, queries, toasts, and the outermost error boundary. */
export function PanelProvider({ panel, queryClient, children }: PanelProviderProps) {
  return (
    <MantineProvider
      theme={soukTheme}
      cssVariablesResolver={resolveSoukVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => panel.nonce}
      deduplicateInlineStyles={false}
    >
      <ErrorBoundary>
        <PanelContext value={panel}>
          <QueryClientProvider client={queryClient}>
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
  queryClient: QueryClient;
  children: ReactNode;
}
