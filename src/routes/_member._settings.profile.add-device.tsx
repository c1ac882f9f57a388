import { createFileRoute } from '@tanstack/react-router';
import { AddDeviceScreen } from '../features/qr/add-device-screen.tsx';

export const Route = createFileRoute('/_member/_settings/profile/add-device')({ component: AddDeviceScreen });
