import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from '../parts/load-failure.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { type SiteSettings, settingsOfSite } from './site-settings.ts';

interface LoadedSettingsProps {
  readonly children: (settings: SiteSettings) => ReactNode;
}

/** A form about the settings, once they are here. They are not asked for again under what somebody types. */
export function LoadedSettings({ children }: LoadedSettingsProps) {
  const settings = useQuery({ ...settingsOfSite(), refetchOnWindowFocus: false });
  if (settings.data !== undefined) return children(settings.data);
  if (settings.isError) return <LoadFailure text="Failed to load the settings" onRetry={settings.refetch} />;
  return <Spinner label="Loading settings..." />;
}
