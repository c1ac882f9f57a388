import { createFileRoute } from '@tanstack/react-router';
import { BinScreen } from '../features/posts/bin-screen.tsx';

export const Route = createFileRoute('/_member/posts/bin')({ component: BinScreen });
