import { createFileRoute } from '@tanstack/react-router';
import { ChangeLanguageScreen } from '../features/settings/change-language-screen.tsx';

export const Route = createFileRoute('/_member/_settings/profile/change-language')({
  component: ChangeLanguageScreen,
});
