// Compiles and runs C# on the .NET that a self-contained program from a package registry brings along: its runtime
// calls this startup hook before the program's own Main, which is never reached. The compiler is Roslyn, whose
// assemblies lie beside this one. Built by mcs, hence without a reference to Roslyn and its .NET.
//   run <list>   each line of the file is a source and a folder: compiles the source as `dotnet build` does with
//                `dotnet new console` (any warning fails), runs it, and leaves its output and its status in the folder.
//                A source that is a folder is a program of all files in it, which may use Newtonsoft.Json; as they are
//                generated, their warnings do not count.
//   version
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;

internal static class StartupHook
{
    public static void Initialize()
    {
        var args = Environment.GetCommandLineArgs().Skip(1).ToArray();
        try
        {
            Environment.Exit(args[0] == "run" ? RunAll(args[1]) : Version());
        }
        catch (Exception error)
        {
            Console.Error.WriteLine(error);
            Environment.Exit(70);
        }
    }

    private static int Version()
    {
        Console.WriteLine(Environment.Version);
        return 0;
    }

    private static int RunAll(string list)
    {
        var compiler = new Compiler();
        foreach (var line in File.ReadAllLines(list))
        {
            var fields = line.Split('\t');
            using (var output = new StreamWriter(Path.Combine(fields[1], "output.txt")))
            {
                Console.SetOut(output);
                Console.SetError(output);
                var program = compiler.Compile(fields[0]);
                var status = program == null ? 70 : Run(program);
                File.WriteAllText(Path.Combine(fields[1], "status.txt"), status.ToString());
            }
        }
        return 0;
    }

    /** Runs a program to its end; an exception that it leaves uncaught is a status other than 0. */
    private static int Run(byte[] program)
    {
        try
        {
            var main = Assembly.Load(program).EntryPoint;
            var result = main.Invoke(null, main.GetParameters().Length == 0 ? null : new object[] { new string[0] });
            return result is int ? (int)result : 0;
        }
        catch (TargetInvocationException error)
        {
            Console.Error.WriteLine("Unhandled exception. " + error.InnerException);
            return 134;
        }
    }
}

/** Roslyn, set up once for many programs. */
internal sealed class Compiler
{
    private const string CodeAnalysis = "Microsoft.CodeAnalysis";

    private unsafe delegate bool RawMetadata(Assembly assembly, out byte* start, out int length);

    private readonly Assembly common;
    private readonly Assembly csharp;
    private readonly Array references;
    private readonly object parseOptions;
    private readonly object usings;

    public Compiler()
    {
        var folder = Path.GetDirectoryName(Environment.GetEnvironmentVariable("DOTNET_STARTUP_HOOKS"));
        common = Assembly.LoadFrom(Path.Combine(folder, CodeAnalysis + ".dll"));
        csharp = Assembly.LoadFrom(Path.Combine(folder, CodeAnalysis + ".CSharp.dll"));
        references = References();
        // What the project file of `dotnet new console` has the compiler told: <ImplicitUsings>, <Nullable>, the symbols.
        var symbols = Enumerable.Range(5, Environment.Version.Major - 4).Select(major => "NET" + major + "_0_OR_GREATER");
        parseOptions = Create(
            csharp.GetType(CodeAnalysis + ".CSharp.CSharpParseOptions"),
            new Dictionary<string, object> { { "preprocessorSymbols", symbols.ToArray() } });
        usings = Parse("usings", string.Concat(
            new[] { "", ".Collections.Generic", ".IO", ".Linq", ".Net.Http", ".Threading", ".Threading.Tasks" }
                .Select(name => "global using global::System" + name + ";\n")));
    }

    private object Parse(string path, string text)
    {
        var parse = csharp.GetType(CodeAnalysis + ".CSharp.CSharpSyntaxTree").GetMethods()
            .First(method => method.Name == "ParseText" && method.GetParameters()[0].Name == "text");
        return Call(parse, null, new Dictionary<string, object>
        {
            { "text", text },
            { "path", path },
            { "options", parseOptions },
        });
    }

    /** The assembly of a program; null when there are errors or warnings, which are printed. */
    public byte[] Compile(string source)
    {
        var isFolder = Directory.Exists(source);
        var files = isFolder ? Directory.GetFiles(source, "*.cs", SearchOption.AllDirectories) : new[] { source };
        var trees = files.Select(file => Parse(file, File.ReadAllText(file))).Append(usings);
        var options = Create(
            csharp.GetType(CodeAnalysis + ".CSharp.CSharpCompilationOptions"),
            new Dictionary<string, object>
            {
                { "outputKind", 0 },
                { "warningLevel", isFolder ? 0 : 9999 },
                { "nullableContextOptions", isFolder ? 2 : 3 },
            });
        var compilation = Call(
            csharp.GetType(CodeAnalysis + ".CSharp.CSharpCompilation").GetMethod("Create"),
            null,
            new Dictionary<string, object>
            {
                { "assemblyName", "Program" },
                { "syntaxTrees", ArrayOf(common.GetType(CodeAnalysis + ".SyntaxTree"), trees) },
                { "references", isFolder ? References(others) : references },
                { "options", options },
            });
        using (var stream = new MemoryStream())
        {
            var emit = compilation.GetType().GetMethods()
                .Where(method => method.Name == "Emit" && method.GetParameters()[0].Name == "peStream")
                .OrderByDescending(method => method.GetParameters().Length)
                .First();
            dynamic result = Call(emit, compilation, new Dictionary<string, object> { { "peStream", stream } });
            var isClean = true;
            foreach (var diagnostic in result.Diagnostics)
            {
                // Hidden and informational ones are for editors.
                if ((int)diagnostic.Severity < (isFolder ? 3 : 2)) continue;
                isClean = false;
                Console.Error.WriteLine(diagnostic.ToString());
            }
            return isClean ? stream.ToArray() : null;
        }
    }

    // What the packages of generated clients need, beyond the programs of `dotnet new console`.
    private static readonly string[] others =
    {
        "Newtonsoft.Json", "System.ComponentModel.Annotations", "System.Net.Mail", "System.Web.HttpUtility",
    };

    private Array References(params string[] others)
    {
        return ArrayOf(
            common.GetType(CodeAnalysis + ".MetadataReference"),
            Framework(others).Select(assembly => Reference(common, assembly)));
    }

    /** The assemblies of the framework that a program may need, and others, as they are loaded. */
    private static IEnumerable<Assembly> Framework(string[] others)
    {
        var found = new Dictionary<string, Assembly>();
        var open = new Queue<string>(new[]
        {
            "System.Runtime", "System.Collections", "System.Console", "System.IO.Compression",
            "System.Linq", "System.Net.Http", "System.Net.Http.Json", "System.Net.Security", "System.Net.WebProxy",
            "System.Text.Json", "System.Threading",
        }.Concat(others));
        while (open.Count > 0)
        {
            var name = open.Dequeue();
            if (found.ContainsKey(name)) continue;
            found[name] = Assembly.Load(name);
            foreach (var next in found[name].GetReferencedAssemblies()) open.Enqueue(next.Name);
        }
        return found.Values;
    }

    private static unsafe object Reference(Assembly common, Assembly assembly)
    {
        var extensions = typeof(object).Assembly.GetType("System.Reflection.Metadata.AssemblyExtensions");
        var metadata = (RawMetadata)Delegate.CreateDelegate(typeof(RawMetadata), extensions.GetMethod("TryGetRawMetadata"));
        byte* start;
        int length;
        if (!metadata(assembly, out start, out length)) throw new InvalidOperationException(assembly + " has no metadata");
        var module = common.GetType(CodeAnalysis + ".ModuleMetadata")
            .GetMethod("CreateFromMetadata", new[] { typeof(IntPtr), typeof(int) })
            .Invoke(null, new object[] { (IntPtr)start, length });
        var whole = common.GetType(CodeAnalysis + ".AssemblyMetadata")
            .GetMethod("Create", new[] { module.GetType() })
            .Invoke(null, new[] { module });
        return Call(whole.GetType().GetMethod("GetReference"), whole, new Dictionary<string, object>());
    }

    private static Array ArrayOf(Type type, IEnumerable<object> items)
    {
        var list = items.ToList();
        var array = Array.CreateInstance(type, list.Count);
        for (var index = 0; index < list.Count; index += 1) array.SetValue(list[index], index);
        return array;
    }

    private static object Create(Type type, Dictionary<string, object> values)
    {
        var constructor = type.GetConstructors().OrderByDescending(one => one.GetParameters().Length).First();
        return constructor.Invoke(Arguments(constructor, values));
    }

    private static object Call(MethodInfo method, object target, Dictionary<string, object> values)
    {
        return method.Invoke(target, Arguments(method, values));
    }

    /** The arguments given by name, and the defaults of the others. */
    private static object[] Arguments(MethodBase method, Dictionary<string, object> values)
    {
        return method.GetParameters().Select(parameter =>
        {
            object value;
            var type = parameter.ParameterType;
            if (!values.TryGetValue(parameter.Name, out value))
                return parameter.HasDefaultValue && parameter.DefaultValue != null ? parameter.DefaultValue
                    : type.IsValueType ? Activator.CreateInstance(type) : null;
            return type.IsEnum ? Enum.ToObject(type, value) : value;
        }).ToArray();
    }
}
