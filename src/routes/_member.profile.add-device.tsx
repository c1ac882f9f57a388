import { createFileRoute } from '@tanstack/react-router';
import { AddDeviceScreen } from '../features/qr/add-device-screen.tsx';

export const Route = createFileRoute('/_member/profile/add-device')({ component: AddDeviceScreen });
