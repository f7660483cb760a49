import "./style.css";
document.title = "Stiction";
