import { createFileRoute } from '@tanstack/react-router';
import { SettingsPanes } from '../features/settings/settings-panes.tsx';

/** The groups of the settings, and beside or instead of them what was picked. */
export const Route = createFileRoute('/_member/_settings')({ component: SettingsPanes });
