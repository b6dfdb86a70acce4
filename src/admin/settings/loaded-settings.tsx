import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from '../components/load-failure.tsx';
import { Spinner } from '../components/spinner.tsx';
import { type SiteSettings, settingsQuery } from './site-settings.ts';

interface LoadedSettingsProps {
  readonly children: (settings: SiteSettings) => ReactNode;
}

/** Renders a settings form after the settings are loaded. Focusing the window does not refetch them, because of unsaved input. */
export function LoadedSettings({ children }: LoadedSettingsProps) {
  const settings = useQuery({ ...settingsQuery(), refetchOnWindowFocus: false });
  if (settings.data !== undefined) return children(settings.data);
  if (settings.isError) return <LoadFailure text="Failed to load the settings" onRetry={settings.refetch} />;
  return <Spinner label="Loading settings..." />;
}
