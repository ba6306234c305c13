// Draws the loader into its page. Everything it shows comes from window.loader; it stores and fetches nothing.
import { firstAnswers } from './bridge/first-answers.ts';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import './style/tokens.css';
import './style/frame.css';
import './style/type.css';
import './style/buttons.css';
import './style/fields.css';
import './style/messages.css';
import './style/forms.css';
import './style/states.css';
import './style/ready.css';
import './style/menu.css';
import './style/contrast.css';

const place = document.getElementById('root');
if (place !== null) createRoot(place).render(<App first={firstAnswers} />);
