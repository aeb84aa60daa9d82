import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import org.apache.jena.graph.Graph;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.Triple;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.system.ErrorHandler;
import org.apache.jena.shacl.ShaclValidator;
import org.apache.jena.shacl.Shapes;
import org.apache.jena.shacl.ValidationReport;
import org.apache.jena.shacl.validation.ReportEntry;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.DatasetGraphFactory;
import org.apache.jena.sparql.core.Quad;
import org.apache.jena.sparql.graph.GraphFactory;

/** Prints what Apache Jena finds: "count FILES..." how much each file holds, "shacl SHAPES DATA..." what breaks a shape. */
public class Read {
    private static final List<String> warnings = new ArrayList<>();

    public static void main(String[] arguments) {
        boolean shacl = arguments[0].equals("shacl");
        Shapes shapes = shacl ? Shapes.parse(union(read(arguments[1]))) : null;
        for (int i = shacl ? 2 : 1; i < arguments.length; i++) {
            warnings.clear();
            DatasetGraph dataset = read(arguments[i]);
            Graph union = union(dataset);
            if (shacl) {
                report(arguments[i], ShaclValidator.get().validate(shapes, union));
            } else {
                count(arguments[i], dataset, union);
            }
        }
    }

    private static DatasetGraph read(String file) {
        DatasetGraph dataset = DatasetGraphFactory.create();
        RDFParser.source(file).checking(true).errorHandler(new Remembering()).parse(dataset);
        return dataset;
    }

    private static Graph union(DatasetGraph dataset) {
        Graph union = GraphFactory.createDefaultGraph();
        for (Iterator<Quad> quads = dataset.find(); quads.hasNext();) {
            union.add(quads.next().asTriple());
        }
        return union;
    }

    private static void count(String file, DatasetGraph dataset, Graph union) {
        long statements = 0;
        TreeSet<String> graphs = new TreeSet<>();
        for (Iterator<Quad> quads = dataset.find(); quads.hasNext();) {
            Quad quad = quads.next();
            statements++;
            if (!quad.isDefaultGraph()) {
                graphs.add(quad.getGraph().getURI());
            }
        }
        System.out.println(String.join("\t", "file", file, "" + statements, "" + union.size(), "" + graphs.size()));
        for (String warning : warnings) {
            System.out.println(String.join("\t", "warning", file, warning.replaceAll("\\s+", " ")));
        }
    }

    private static void report(String file, ValidationReport report) {
        System.out.println(String.join("\t", "file", file, "" + report.conforms(), "" + report.getEntries().size()));
        TreeSet<String> lines = new TreeSet<>();
        for (ReportEntry entry : report.getEntries()) {
            String path = entry.resultPath() == null ? "" : entry.resultPath().toString();
            lines.add(String.join("\t", "result", name(entry.focusNode()), path, name(entry.sourceConstraintComponent())));
        }
        lines.forEach(System.out::println);
    }

    private static String name(Node node) {
        return node.isURI() ? node.getURI() : "_:";
    }

    private static class Remembering implements ErrorHandler {
        public void warning(String message, long line, long column) {
            warnings.add(line + ": " + message);
        }

        public void error(String message, long line, long column) {
            throw new IllegalStateException(line + ": " + message);
        }

        public void fatal(String message, long line, long column) {
            throw new IllegalStateException(line + ": " + message);
        }
    }
}
